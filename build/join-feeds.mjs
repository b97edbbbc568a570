// `node build/join-feeds.mjs FILE...`: prints the feeds of one version as one. Each computer that builds writes a feed of
// its own installers, and Windows' and macOS' have the same name for each processor. Sign the joint feed.
import { readFileSync } from 'node:fs'
import { parseDocument } from 'yaml'

/**
 * Joins feeds of the same version; the updater chooses by the files' names.
 * @param feeds the feeds' texts
 * @throws Error when their versions differ
 */
export function joinFeeds(feeds) {
  const [first, ...others] = feeds.map((feed) => parseDocument(feed))
  for (const other of others) {
    if (other.get('version') !== first.get('version')) throw new Error('feeds of different versions')
    for (const file of other.get('files').items) first.addIn(['files'], file)
  }
  return first.toString({ lineWidth: 0 })
}

if (process.argv[1] === import.meta.filename) {
  const paths = process.argv.slice(2)
  try {
    if (paths.length === 0) throw new Error('name the feeds to join.')
    process.stdout.write(joinFeeds(paths.map((path) => readFileSync(path, 'utf8'))))
  } catch (error) {
    process.stderr.write(`join-feeds: ${error.message}\n`)
    process.exitCode = 1
  }
}
