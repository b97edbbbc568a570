#!/usr/bin/env node
// Makes a deb or an rpm as fpm would, with the system's own tools. electron-builder runs it where the release of fpm can't be
// downloaded: `CUSTOM_FPM_PATH=$PWD/test/packaged/fpm.mjs npm run package`. It is for trying packages, not for a release.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const flags = new Set(['--force', '--verbose', '--debug'])
const whole = { '-d': '--depends' }
const given = new Map()
const copies = []
const add = (name, value) => given.set(name, [...(given.get(name) ?? []), value])
for (let rest = process.argv.slice(2); rest.length > 0;) {
  const [word = '', ...others] = rest
  const [, name, value] = /^(--?[a-z-]+)(?:=(.*))?$/s.exec(word) ?? []
  if (name === undefined) copies.push(word.split('='))
  else if (!flags.has(name)) add(whole[name] ?? name, value ?? others[0])
  rest = name === undefined || value !== undefined || flags.has(name) ? others : others.slice(1)
}
const one = (name) => given.get(name)?.[0] ?? ''
const all = (name) => given.get(name) ?? []
const run = (program, ...args) => execFileSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })

const work = mkdtempSync(join(tmpdir(), 'fleetwall-fpm-'))
const root = join(work, 'root')
for (const [from = '', to = ''] of copies) {
  mkdirSync(dirname(join(root, to)), { recursive: true })
  cpSync(from, join(root, to), { recursive: true, verbatimSymlinks: true })
}

const makers = {
  deb() {
    const [summary, ...about] = one('--description').split('\n')
    const control = [
      `Package: ${one('--name')}`,
      `Version: ${one('--version')}`,
      `Architecture: ${one('--architecture')}`,
      `Maintainer: ${one('--maintainer')}`,
      `Priority: ${one('--deb-priority')}`,
      `Homepage: ${one('--url')}`,
      `Depends: ${all('--depends').join(', ')}`,
      `Recommends: ${all('--deb-recommends').join(', ')}`,
      `Description: ${summary}`,
      ...about,
    ]
    mkdirSync(join(root, 'DEBIAN'))
    writeFileSync(join(root, 'DEBIAN/control'), `${control.join('\n')}\n`)
    for (const [name, option] of Object.entries({ postinst: '--after-install', postrm: '--after-remove' }))
      writeFileSync(join(root, 'DEBIAN', name), readFileSync(one(option)), { mode: 0o755 })
    run('dpkg-deb', '--root-owner-group', '-Zgzip', '-z1', '--build', root, one('--package'))
  },
  rpm() {
    const spec = [
      ...['%define __spec_install_post %{nil}', '%define _build_id_links none'],
      ...['%define _binary_payload w1.gzdio', 'AutoReqProv: no'],
      `Name: ${one('--name')}`,
      `Version: ${one('--version').replaceAll('-', '_')}`,
      'Release: 1',
      `Summary: ${one('--rpm-summary')}`,
      `License: ${one('--license')}`,
      `URL: ${one('--url')}`,
      ...all('--depends').map((depends) => `Requires: ${depends}`),
      ...['%description', one('--description')],
      ...['%post', readFileSync(one('--after-install'), 'utf8')],
      ...['%postun', readFileSync(one('--after-remove'), 'utf8')],
      '%files',
      '%defattr(-,root,root)',
      ...readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => !entry.isDirectory())
        .map((entry) => `"${join(entry.parentPath, entry.name).slice(root.length)}"`),
    ]
    writeFileSync(join(work, 'spec'), `${spec.join('\n')}\n`)
    const here = ['--define', `_rpmdir ${work}/made`, '--define', `_topdir ${work}/top`]
    run(
      'rpmbuild',
      '-bb',
      '--quiet',
      '--target',
      // fpm takes Debian's names of processors, too.
      { amd64: 'x86_64', arm64: 'aarch64' }[one('--architecture')] ?? one('--architecture'),
      '--buildroot',
      root,
      ...here,
      join(work, 'spec'),
    )
    const [made = ''] = readdirSync(join(work, 'made'), { recursive: true }).filter((name) =>
      name.endsWith('.rpm'),
    )
    rmSync(one('--package'), { force: true })
    cpSync(join(work, 'made', made), one('--package'))
  },
}
makers[one('-t')]?.()
rmSync(work, { recursive: true })
