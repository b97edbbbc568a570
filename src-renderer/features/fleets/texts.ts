import type { FleetSummary } from '../../../src-shared/features/fleets-state'
import type { Scope } from '../../../src-shared/protocol/scope'

/** What this room says, in English. */
export const texts = {
  simulatedFleet: 'Simulated fleet',

  addFleet: {
    title: 'Add fleet',
    about: 'The service checks the key. Fleetwall then saves it in your keychain.',
    aboutNoKeychain: 'No keychain found. Fleetwall forgets the key when it quits.',
    /** A choice of fleets that the computer's administrator has prepared. */
    offered: 'Prepared fleets',
    fromFile: 'From file…',
    noExport: '“{name}” isn’t a fleet export.',
    leftOut: '{n} fleet of the file can’t be used. | {n} fleets of the file can’t be used.',
    name: 'Name',
    baseUrl: 'Base address',
    baseUrlHint: 'https://… ending in /v1',
    apiKey: 'API key',
    advanced: 'Advanced',
    wsBaseUrl: 'WebSocket address',
    wsBaseUrlHint: 'Leave empty to derive it from the base address',
    submit: 'Add fleet',
    checking: 'Checking…',
    cancel: 'Cancel',
    missing: 'Enter a name, a base address and a key.',
  },

  changeFleet: {
    title: 'Change {name}',
    newKey: 'New API key',
    keyHint: 'Leave empty to keep the key. The service checks a new one first.',
    missing: 'Enter a name.',
    submit: 'Save',
  },

  forgetFleet: {
    title: 'Remove {name}?',
    about: 'Its address, key, views and order are deleted here. Its phones stay as they are.',
    confirm: 'Remove fleet',
    cancel: 'Cancel',
  },

  fleetKinds: {
    simulated: 'Simulated on this computer',
    environment: 'From environment variables',
    saved: 'Key in keychain',
    'this-run': 'Key not saved',
  } satisfies Record<FleetSummary['kind'], string>,

  /** The fleets that are open, where several are, and how their phones are. */
  openFleets: {
    title: 'Fleets',
    offline: '{n} offline',
    failed: '{n} failed',
    review: '{n} to review',
    jobs: '{n} pending job | {n} pending jobs',
    /** Of the budget of which the smallest share is left. */
    least: '{budget}: {left}',
    unread: 'The phones couldn’t be loaded.',
    /** The same for those who hear it. */
    read: '{fleet}: {facts}',
  },

  scopes: {
    title: 'Key permissions',
    missing: 'This key needs permission “{scope}”',
    grants: {
      read: 'See phones, screenshots, budgets and jobs',
      control: 'Tap and type',
      stream: 'Watch live screens',
      upload: 'Upload files',
      manage: 'Edit names, notes and labels',
      automations: 'Launch automations',
    } satisfies Record<Scope, string>,
    granted: 'Yes',
    unknown: 'Unknown',
  },
} as const
