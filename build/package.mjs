// `npm run package`: the program and its installers for this system, in `dist/`. `-- --dir`: the program alone.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { joinFeeds } from './join-feeds.mjs'
import { root, say } from './shell-command.mjs'
import { thirdPartyNotices } from './shipped-packages.mjs'

const { values } = parseArgs({
  options: {
    dir: { type: 'boolean', default: false },
    // A build that tests can attach to.
    'for-tests': { type: 'boolean', default: false },
  },
})
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
// deb and rpm must name a page.
const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = process.env
const homepage = repository ? `${server}/${repository}` : 'https://fleetwall.invalid'
const isForTests = values['for-tests']
const output = isForTests ? 'dist/for-tests' : 'dist'
const env = { ...process.env, ...(isForTests ? { FLEETWALL_TEST_BUILD: '1' } : {}) }
delete env.FLEETWALL_API_KEY
// An unset secret of the workflow is empty, which is no certificate.
if (!env.CSC_LINK) delete env.CSC_LINK

function run(packageName, program, args) {
  const folder = dirname(createRequire(import.meta.url).resolve(`${packageName}/package.json`))
  const { status } = spawnSync(process.execPath, [join(folder, program), ...args], {
    cwd: root,
    env,
    stdio: 'inherit',
  })
  return status === 0
}

const pack = (...args) =>
  run('electron-builder', 'cli.js', [
    `--${{ linux: 'linux', darwin: 'mac', win32: 'win' }[process.platform]}`,
    ...args,
    '--publish=never',
    `-c.directories.output=${output}`,
    `-c.extraMetadata.homepage=${homepage}`,
    ...(process.env.ELECTRON_OVERRIDE_DIST_PATH
      ? [`-c.electronDist=${process.env.ELECTRON_OVERRIDE_DIST_PATH}`]
      : []),
    ...(isForTests ? ['-c.electronFuses.enableNodeCliInspectArguments=true'] : []),
  ])

/** Packs the program with a desktop entry and its icon, for who has no package manager for it. */
function packArchive(program) {
  const name = `Fleetwall-${version}-linux-${process.arch}`
  const { status } = spawnSync(
    'tar',
    [
      ...['--create', '--gzip', '--owner=0', '--group=0', `--file=${join(output, `${name}.tar.gz`)}`],
      // Everything lies in one folder.
      ...[`--transform=s,^${basename(program)},${name},`, `--transform=s,^512x512,${name}/fleetwall,`],
      `--transform=s,^fleetwall.desktop,${name}/&,`,
      ...[`--directory=${join(root, dirname(program))}`, basename(program)],
      ...[`--directory=${join(root, 'resources')}`, 'fleetwall.desktop'],
      ...[`--directory=${join(root, 'resources/icons')}`, '512x512.png'],
    ],
    { cwd: root, stdio: 'inherit' },
  )
  return status === 0
}

const fail = (line) => {
  say(line)
  process.exit(1)
}

if (!run('electron-vite', 'bin/electron-vite.js', ['build', '--logLevel', 'warn'])) fail('the build failed.')
// Fails where the text of a licence is missing.
writeFileSync(join(root, 'out/THIRD-PARTY-NOTICES.txt'), thirdPartyNotices())
if (process.platform !== 'linux' && !process.env.CSC_LINK)
  say('CSC_LINK is not set, so nothing is signed: other computers will warn of it.')
if (values.dir) process.exit(pack('dir') ? 0 : 1)
if (process.platform !== 'linux') process.exit(pack() ? 0 : 1)

// One by one, so that a tool that can't be downloaded costs its own installer alone.
if (!pack('dir')) fail('the program could not be packed.')
const program = join(output, process.arch === 'x64' ? 'linux-unpacked' : `linux-${process.arch}-unpacked`)
// Each would overwrite the feed of the one before.
const feed = join(
  root,
  output,
  process.arch === 'x64' ? 'latest-linux.yml' : `latest-linux-${process.arch}.yml`,
)
const feeds = []
// First, because the others add files of their own to the program.
const missing = packArchive(program) ? [] : ['tar.gz']
for (const target of ['AppImage', 'deb', 'rpm']) {
  rmSync(feed, { force: true })
  if (!pack(target, '--prepackaged', program)) missing.push(target)
  else if (existsSync(feed)) feeds.push(readFileSync(feed, 'utf8'))
}
if (feeds.length > 0) writeFileSync(feed, joinFeeds(feeds))
if (missing.length > 0)
  fail(`not built: ${missing.join(', ')}. The lines with ⨯ above say why; tools are downloaded at first use.`)
