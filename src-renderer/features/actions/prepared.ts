/** An action whose dialog asks for a value first. */
export type PreparedAction = 'open-url' | 'open-app' | 'clipboard-set' | 'text'
