import { resolvePath, type SourceFile } from './room-rules'

/** Finds one import circle through each group of files that import each other, as `a.ts > b.ts > a.ts`; types count. */
export function circles(files: readonly SourceFile[]): string[] {
  const paths = new Set(files.map(({ path }) => path))
  const importsOf = new Map(
    files.map(({ path, imports }) => [
      path,
      imports.flatMap(({ specifier }) => {
        if (!specifier.startsWith('.')) return []
        const target = resolvePath(path, specifier)
        return [target, `${target}.ts`].filter((candidate) => paths.has(candidate))
      }),
    ]),
  )

  const found: string[] = []
  const done = new Set<string>()
  const trail: string[] = []
  const visit = (path: string): void => {
    const start = trail.indexOf(path)
    if (start >= 0) found.push([...trail.slice(start), path].join(' > '))
    if (start >= 0 || done.has(path)) return
    trail.push(path)
    for (const target of importsOf.get(path) ?? []) visit(target)
    trail.pop()
    done.add(path)
  }
  for (const { path } of files) visit(path)
  return found
}
