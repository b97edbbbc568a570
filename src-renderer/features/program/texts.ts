/** What this room says, in English. */
export const texts = {
  vocabulary: {
    title: 'Vocabulary file',
    about: 'Sets words the service leaves open, such as key names. Read when a fleet opens.',
    path: 'Path of the vocabulary file',
    copy: 'Copy path',
    copied: 'Copied.',
    inUse: 'In use. Fleetwall’s defaults fill in the rest.',
    none: 'No file found. Fleetwall uses its defaults.',
  },

  about: {
    notices: 'Third-party licences',
    title: 'About Fleetwall',
    version: 'Version {version}',
  },

  guide: {
    title: 'Guide',
    sections: 'Sections of the guide',
    inEnglish: 'The whole guide, in English:',
  },

  updates: { ready: 'Version {version} is ready and installs when you quit.' },

  report: {
    copy: 'Copy details',
    log: 'Log: fleetwall.log in the user-data folder',
  },
} as const
