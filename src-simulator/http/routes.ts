import { Problem } from './problem'

/** An endpoint: a method, and a path whose `:name` parts are parameters. */
export interface Route {
  method: string
  path: string
}

function parametersOf(pattern: string, segments: string[]): Record<string, string> | undefined {
  const parts = pattern.split('/')
  if (parts.length !== segments.length) return undefined
  const parameters: Record<string, string> = {}
  for (const [index, part] of parts.entries()) {
    const segment = segments[index] ?? ''
    if (part.startsWith(':')) parameters[part.slice(1)] = segment
    else if (part !== segment) return undefined
  }
  return parameters
}

/** What cannot be decoded stands for itself, and is the name of nothing. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/**
 * Finds the endpoint of a request.
 * @throws Problem `not_found` for an unknown path, `method_not_allowed` for an unknown method on a known one
 */
export function findRoute<R extends Route>(
  routes: readonly R[],
  method: string,
  path: string,
): { route: R; parameters: Record<string, string> } {
  const segments = path.split('/').map(decoded)
  const allowed: string[] = []
  for (const route of routes) {
    const parameters = parametersOf(route.path, segments)
    if (parameters && route.method === method) return { route, parameters }
    if (parameters) allowed.push(route.method)
  }
  if (allowed.length === 0) throw new Problem('not_found', 'There is no such path')
  throw new Problem('method_not_allowed', `This path takes ${allowed.join(', ')}`, {
    headers: { Allow: allowed.join(', ') },
  })
}
