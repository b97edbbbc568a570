// `node build/check-commits.mjs [SUBJECT...]`: checks these subjects, or those of commits that the remote does not have yet (CONTRIBUTING.md).
import { execFileSync } from 'node:child_process'

const git = (...args) => execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

const mostChars = 72
// A part of the program by the name that a user or a reader knows, not a folder of the source.
const folders = ['core', 'renderer', 'test', 'tests', 'src', 'shell-cli', 'shell-electron', 'shell-loopback']
// They name no change.
const vague = ['fix', 'update', 'improve', 'tweak', 'misc', 'wip', 'more', 'polish', 'cleanup']

/** @returns what is wrong with a subject, in a sentence; null when nothing is */
function flawOf(subject) {
  if (subject.length > mostChars) return `it has ${subject.length} characters; ${mostChars} are the most`
  const [, room, verb] = /^([a-z][a-z0-9 -]*): ([a-z]+)\b/.exec(subject) ?? []
  if (!room || !verb) return 'it is not “room: verb …”'
  if (folders.includes(room)) return `“${room}” is a folder; name the room as a reader knows it`
  if (vague.includes(verb)) return `“${verb}” names no change`
  return null
}

function unpublished() {
  try {
    return git('log', '--no-merges', '--format=%s', '@{upstream}..HEAD').split('\n').filter(Boolean)
  } catch {
    // Without a remote there is nothing to compare with.
    return []
  }
}

const given = process.argv.slice(2)
for (const subject of given.length > 0 ? given : unpublished()) {
  const flaw = flawOf(subject)
  if (flaw === null) continue
  process.stderr.write(`${subject}: ${flaw}\n`)
  process.exitCode = 1
}
