/** What this room says, in English. */
export const texts = {
  recording: {
    mark: 'Recording, {time}',
    count: '{n}×',
    sum: '{n} recording, {time}, {bytes}. | {n} recordings, {time}, {bytes}.',
    left: '{bytes} left on disk',
    stop: 'Stop recording | Stop all {n} recordings',
    running: 'Recording a phone | Recording {n} phones',
    saved: 'Recording saved as {name}',
    savedMany: '{n} recording saved | {n} recordings saved',
    notLive:
      '{n} phone is not live, so it is not recorded. | {n} phones are not live, so they are not recorded.',
    empty: 'No frame came, so no recording was saved.',
  },
} as const
