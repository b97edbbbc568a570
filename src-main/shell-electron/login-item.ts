/** Quotes a word of a command line of Windows: backslashes count only before a quotation mark. */
const quoted = (word: string) => `"${word.replaceAll(/(\\*)"/g, '$1$1\\"').replace(/\\+$/, '$&$&')}"`

/**
 * Returns what Windows starts after the login. Electron writes the words into the registry as they are, so that one with
 * a space would be two.
 * @param command the program and its arguments
 */
export function loginItem([program = '', ...args]: readonly string[]): { path: string; args: string[] } {
  return { path: quoted(program), args: args.map(quoted) }
}
