import { describe, expect, it } from 'vitest'
import { FolderError } from '../../src-main/core/disk/folder-error'
import { describeFailedStart } from '../../src-main/shell-electron/start-texts'

describe('a start that fails', () => {
  const mayNotWrite = new FolderError('not-writable', '/srv/fleet')

  it('says why in the system’s language', () => {
    expect(describeFailedStart(mayNotWrite, ['de-AT', 'en'])).toEqual({
      message: 'Fleetwall konnte nicht starten.',
      detail: 'Fleetwall darf nicht in /srv/fleet schreiben.',
    })
    expect(describeFailedStart('crashing', ['de']).detail).toBe('Das Fenster stürzt immer wieder ab.')
  })

  it('says it in English where the system has a language that Fleetwall lacks', () => {
    expect(describeFailedStart(mayNotWrite, ['fr'])).toEqual({
      message: 'Fleetwall couldn’t start.',
      detail: mayNotWrite.message,
    })
  })

  it('keeps the words of other errors', () => {
    expect(describeFailedStart(new Error('FLEETWALL_BASE_URL is wrong.'), ['de']).detail).toBe(
      'FLEETWALL_BASE_URL is wrong.',
    )
  })
})
