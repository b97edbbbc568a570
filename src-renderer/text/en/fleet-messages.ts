import type { FleetSummary } from '../../../src-shared/bridge/fleets-state'
import type { Scope } from '../../../src-shared/protocol/scope'

/** What is said of fleets, their keys and the words that they are spoken to with. */
export const fleetMessages = {
  addFleet: {
    title: 'Add a fleet',
    about: 'The key is checked with the service and then kept in this computer’s keychain.',
    aboutNoKeychain: 'No keychain was found on this computer: the key is kept for this run only.',
    name: 'Name',
    baseUrl: 'Base address',
    baseUrlHint: 'https://… ending in /v1',
    apiKey: 'API key',
    advanced: 'Advanced',
    wsBaseUrl: 'WebSocket address',
    wsBaseUrlHint: 'Empty: taken from the base address',
    submit: 'Add fleet',
    checking: 'Checking…',
    cancel: 'Cancel',
    missing: 'Name, base address and key are all needed.',
  },

  forgetFleet: {
    title: 'Forget {name}?',
    about: 'Its address and its key are removed from this computer. The fleet itself is not touched.',
    confirm: 'Forget',
    cancel: 'Keep',
  },

  simulatedFleet: 'Simulated fleet',

  fleetKinds: {
    simulated: 'Simulated, on this computer',
    environment: 'From the environment, this run only',
    saved: 'Key in the keychain',
    'this-run': 'Key kept for this run only',
  } satisfies Record<FleetSummary['kind'], string>,

  scopes: {
    title: 'What the key may do',
    lacks: 'Not available: this key lacks scope {scope}',
    grants: {
      read: 'See phones, screenshots, budgets and jobs',
      control: 'Touch and type',
      stream: 'Live screens',
      upload: 'Push files',
      manage: 'Edit names, notes and labels',
      automations: 'Launch automations',
    } satisfies Record<Scope, string>,
    granted: 'Yes',
    unknown: 'Not known yet',
  },

  vocabulary: {
    title: 'Vocabulary file',
    about:
      'Words that the service’s description leaves open, such as the names of keys. It is read when a fleet is opened.',
    path: 'Path of the vocabulary file',
    copy: 'Copy the path',
    copied: 'Copied.',
    inUse: 'It is in use; what it leaves out is as Fleetwall assumes it.',
    none: 'There is no such file, so everything is as Fleetwall assumes it.',
  },

  about: {
    title: 'About Fleetwall',
    version: 'Version {version}',
  },
} as const
