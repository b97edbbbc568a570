/** What this room says, in English. */
export const texts = {
  ownWindow: {
    none: 'This phone isn’t in the open fleet.',
  },

  compare: {
    region: '{name}, comparison',
    with: 'Compare with',
    choose: 'Choose phone',
    openPicture: 'Open picture…',
    swap: 'Swap phones',
    show: 'How to compare',
    modes: { side: 'Side by side', slider: 'Slider', difference: 'Difference' },
    mask: 'Hide status bar',
    both: 'Touch both',
    split: 'Share of first screen',
    black: 'Equal parts are black.',
    empty: 'Choose a phone, or open a picture.',
    unreadable: '“{name}” can’t be read as a picture. Open another one.',
  },

  focus: {
    region: '{name}, focus view',
    back: 'Back',
    filmstrip: 'Filmstrip',
    isFocused: 'In focus view',
    hints: 'Controls',
    gestures: {
      click: { keys: 'Click', does: 'Tap and start typing' },
      hold: { keys: 'Hold', does: 'Long-press once the ring fills' },
      drag: { keys: 'Drag', does: 'Swipe' },
      line: { keys: '{key} and drag', does: 'Draw a line, sent when you let go' },
      wheel: { keys: 'Wheel', does: 'Scroll' },
      release: { keys: 'Shift+Esc', does: 'Release keyboard' },
    },
  },
} as const
