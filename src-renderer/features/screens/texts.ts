/** What this room says, in English. */
export const texts = {
  watch: {
    title: 'Watch {n} phone | Watch {n} phones',
    about: 'You get one notification. The phones stay live until then.',
    kinds: {
      change: 'Tell me when the screen changes',
      still: 'Tell me when it stops changing',
      text: 'Tell me when it shows a text',
    },
    seconds: 'Seconds',
    secondsRange: '1 to {most}',
    text: 'Text',
    submit: 'Watch',
    stop: 'Stop watching',
    selectSeen: 'Select these',
    endedByFleet: 'Another fleet opened: {n} watch ended. | Another fleet opened: {n} watches ended.',
    waits: {
      change: 'Watched: until it changes',
      still: 'Watched: until nothing changes for {span}',
      text: 'Watched: until it shows “{text}”',
    },
    seen: {
      change: '{phone}: the screen changed.',
      still: '{phone}: the screen has stood still for {span}.',
      text: '{phone} shows “{text}”.',
    },
    seenMany: {
      change: '{n} screen changed. | {n} screens changed.',
      still: '{n} screen has stood still for {span}. | {n} screens have stood still for {span}.',
      text: '{n} screen shows “{text}”. | {n} screens show “{text}”.',
    },
  },
} as const
