import { fill } from './evaluate'
import type { Env, Workspace } from './flow'
import type { Names } from './template'

/**
 * Fills the env of a flow: `given` (--env) wins over `workspace` (config.yaml), that over the header's. A value of the header
 * may use the names of the others and those above it. Throws a FlowError as `fill` does.
 */
export function flowEnv(
  header: Env,
  workspace: Workspace['env'],
  given: Readonly<Record<string, string>>,
  names: Names,
): Readonly<Record<string, string>> {
  return filledEnv(header, { ...names, env: { ...names.env, ...workspace, ...given } })
}

/**
 * Fills the names inside a `runFlow`: its own `env` wins over the names around it, and the header of the flow that it runs only
 * sets what is not set. Throws a FlowError as `fill` does.
 */
export function innerEnv(env: Env, header: Env, names: Names): Readonly<Record<string, string>> {
  const own = Object.entries(env).map(([name, value]) => [name, fill(value, names)] as const)
  return filledEnv(header, { ...names, env: { ...names.env, ...Object.fromEntries(own) } })
}

/** Adds what is not set yet. */
function filledEnv(header: Env, names: Names): Readonly<Record<string, string>> {
  let env = names.env
  for (const [name, value] of Object.entries(header))
    if (!Object.hasOwn(env, name)) env = { ...env, [name]: fill(value, { ...names, env }) }
  return env
}
