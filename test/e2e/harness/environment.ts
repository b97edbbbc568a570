// The variables that every program needs. Each test sets FLEETWALL_* and the session bus itself.
const needed = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TMPDIR', 'XDG_RUNTIME_DIR', 'XAUTHORITY']

/** Returns an environment with only the variables that every program needs. */
export function plainEnvironment(): Record<string, string> {
  return Object.fromEntries(
    needed.flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
