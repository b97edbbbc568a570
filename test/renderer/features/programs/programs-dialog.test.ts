// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { expect, it } from 'vitest'
import WindowDialogs from '../../../../src-renderer/app/WindowDialogs.vue'
import { usePrograms } from '../../../../src-renderer/stores/programs'
import { describeGrant } from '../../../../src-renderer/features/programs/describe-grant'
import { noPrograms, type Grant } from '../../../../src-shared/features/programs-state'
import { inFreshPage, mountInPage } from '../../mount-in-page'

inFreshPage()

const buttonNamed = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('[role=dialog] button')].find(
    (button) => (button.getAttribute('aria-label') ?? button.textContent.trim()) === name,
  )

it('a person creates a grant, sees its token once, and revokes it', async () => {
  const grant = {
    ...{ name: 'Helper', phones: 'all', readOnly: true, tools: null, actionsPerHour: null, until: null },
    ...{ folders: [], mayInterrupt: false },
  }
  const answers = {
    'programs.grants': { grants: [grant] },
    'programs.grant': { token: 'secret', command: ['fleetwall', 'mcp'] },
  }
  const { commands, sent } = mountInPage(WindowDialogs, {}, answers)
  commands.byId('app.programs').run()
  await flushPromises()
  expect(document.querySelector('[data-grant=Helper]')?.textContent).toContain('All phones · Looks only')
  buttonNamed('New grant…')?.click()
  await flushPromises()
  const name = document.querySelector<HTMLInputElement>('[role=dialog] form input')
  if (name) name.value = 'Night'
  name?.dispatchEvent(new Event('input', { bubbles: true }))
  await flushPromises()
  buttonNamed('Create grant')?.click()
  await flushPromises()
  expect(document.querySelector<HTMLInputElement>('[role=dialog] input[readonly]')?.value).toBe('secret')
  buttonNamed('Done')?.click()
  await flushPromises()
  expect(document.body.innerHTML).not.toContain('secret')
  // One that a terminal has given, whose program comes.
  answers['programs.grants'] = { grants: [grant, { ...grant, name: 'Rack' }] }
  usePrograms().now = { ...noPrograms, isOpen: true, attached: [{ id: '1', name: 'Rack', since: 0 }] }
  await flushPromises()
  expect(document.querySelector('[data-grant=Rack]')).not.toBeNull()
  answers['programs.grants'] = { grants: [] }
  buttonNamed('Revoke grant Helper')?.click()
  await flushPromises()
  expect(document.querySelector('[data-grant=Helper]')).toBeNull()
  expect(sent.filter(([call]) => call !== 'programs.grants')).toMatchObject([
    ['programs.grant', { grant: { name: 'Night', phones: 'all' } }],
    ['programs.revoke', { names: ['Helper'] }],
  ])
})

it('the door opens and closes unless that is forbidden, and stops all programs', () => {
  const { commands, sent } = mountInPage(WindowDialogs)
  const [door, stop] = [commands.byId('app.door'), commands.byId('work.stop-programs')]
  expect([door.isOn(), stop.whyNot()]).toEqual([false, 'No program can connect.'])
  door.run()
  usePrograms().now = { ...noPrograms, isOpen: true, attached: [{ id: '1', name: 'Helper', since: 0 }] }
  expect([door.isOn(), stop.whyNot()]).toEqual([true, null])
  door.run()
  stop.run()
  expect(sent).toMatchObject([
    ['programs.open', { isOpen: true }],
    ['programs.open', { isOpen: false }],
    ['programs.stop', {}],
  ])
  usePrograms().now = { ...noPrograms, isForbidden: true }
  expect(door.whyNot()).toBe('Your organisation has turned this off.')
})

it('says all that a grant allows, and that it has ended', () => {
  const grant: Grant = {
    ...{ name: 'Helper', phones: 'label=lab', readOnly: false, tools: ['see', 'tap'], actionsPerHour: 20 },
    ...{ until: 1000, folders: ['/files'], mayInterrupt: true },
  }
  const parts = describeGrant(grant, 1000)
  expect(parts).toEqual([
    'label=lab',
    'Looks and acts',
    'Tools: see, tap',
    '20 actions an hour',
    'Ended',
    'Files in /files',
    'May interrupt jobs',
  ])
  expect(describeGrant(grant, 999)[4]).toMatch(/1970/)
})
