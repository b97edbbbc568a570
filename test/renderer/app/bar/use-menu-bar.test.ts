// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useMenuBar } from '../../../../src-renderer/app/bar/use-menu-bar'
import type { Platform } from '../../../../src-shared/bridge/platform'
import type { DesktopTexts } from '../../../../src-shared/bridge/desktop-texts'
import { desktopTextsSchema } from '../../../../src-shared/bridge/desktop-texts-schema'
import { commandMessage } from '../../../../src-shared/bridge/preload-api'
import { useDialogs } from '../../../../src-renderer/stores/dialogs'
import { useCommands } from '../../../../src-renderer/commands/use-commands'
import { useHost } from '../../../../src-renderer/host/use-host'
import { useView } from '../../../../src-renderer/stores/view'
import { fakeDevice } from '../../fake-phone'
import { inFreshPage, mountInPage, showPhones } from '../../mount-in-page'

describe('the menu bar', () => {
  inFreshPage()
  beforeEach(() => {
    vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })
  const frame = {
    setup: () => useMenuBar(useHost(), useCommands()),
    render: () => null,
  }
  const show = (platform: Platform, phone: string | null = null) => {
    showPhones([fakeDevice('a'), fakeDevice('b')])
    const kept: DesktopTexts[] = []
    const keepWords = (words: DesktopTexts) => void kept.push(words)
    const mounted = mountInPage(frame, {}, {}, { platform, keepWords, phone })
    return { ...mounted, kept }
  }
  const click = (id: string) =>
    window.dispatchEvent(new MessageEvent('message', { source: window, data: commandMessage + id }))

  it('of macOS has every command, as the main process takes it', () => {
    const { commands, kept } = show('darwin')
    const [words] = kept
    expect(desktopTextsSchema.safeParse(words).error).toBeUndefined()
    const entries = words?.menus?.flatMap((menu) => menu.entries).filter((entry) => entry !== null) ?? []
    expect(entries.map(({ id }) => id).toSorted()).toEqual(commands.all.map(({ id }) => id).toSorted())
    expect(entries.find(({ id }) => id === 'app.palette')).toMatchObject({ accelerator: 'CmdOrCtrl+K' })
    expect(words?.roles).toMatchObject({ quit: 'Quit Fleetwall', editMenu: 'Edit' })
    // A plain letter would be taken from every field.
    expect(entries.find(({ id }) => id === 'phone.record')).toMatchObject({ accelerator: null })
    expect(entries.find(({ id }) => id === 'view.clear-selection')).toMatchObject({ enabled: false })
  })

  it('of macOS runs what is clicked, and nothing else', () => {
    show('darwin')
    click('no.command')
    click('view.clear-selection')
    expect(useDialogs().isAnyOpen).toBe(false)
    click('app.settings')
    expect(useDialogs().find('settings')).toBeDefined()
  })

  it('of macOS means the phone whose own window is in front', () => {
    const { commands, kept, sent } = show('darwin', 'b')
    useView().open('b')
    const ids = kept[0]?.menus?.flatMap(({ entries }) => entries.flatMap((entry) => entry?.id ?? []))
    expect(ids?.toSorted()).toEqual(commands.all.map(({ id }) => id).toSorted())
    expect(ids).not.toContain('view.panel')
    expect(kept[0]?.menus?.every(({ entries }) => entries.length > 0)).toBe(true)
    click('phone.home')
    expect(sent).toEqual([['device.act', { publicId: 'b', action: { type: 'press', name: 'home' } }]])
  })

  it('of other systems stays empty', () => {
    const { kept } = show('linux')
    click('app.settings')
    expect([kept, useDialogs().isAnyOpen]).toEqual([[], false])
  })
})
