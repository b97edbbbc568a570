// What a program needs to run at all. FLEETWALL_* and the session bus are for each test to give.
const needed = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TMPDIR', 'XDG_RUNTIME_DIR', 'XAUTHORITY']

/** An environment with nothing of this session in it but what every program needs. */
export function plainEnvironment(): Record<string, string> {
  return Object.fromEntries(
    needed.flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
