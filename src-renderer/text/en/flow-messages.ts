import type { FlowPhoneState, FlowStepState } from '../../../src-shared/bridge/flows-state'

/** Flows in the window. */
export const flowMessages = {
  flows: {
    title: 'Flows',
    list: 'Flows',
    none: 'No flows yet. Record one, or put Maestro files into the folder.',
    folder: 'Folder: {path}',
    steps: '{n} step | {n} steps',
    plan: '{n} phone: at least {actions} actions and {uploads} uploads. | {n} phones: at least {actions} actions and {uploads} uploads.',
    shortage: '{budget}: not enough left today.',
    run: 'Run on {n} phone | Run on {n} phones',
    refresh: 'Refresh flows',
    runTitle: 'Run',
    phones: 'Phones of the run',
    counted: '{count} {state}',
    stop: 'Stop run',
    stopNow: 'Stop now',
    again: 'Run failed ones again',
    report: 'Report: {path}',
    viewPhone: 'View phone',
    show: 'Show run',
    running: 'Flows are running: {ended} of {phones} phones done.',
    recordingOn: 'Recording a flow on {name}: {n} step. | Recording a flow on {name}: {n} steps.',
    finish: 'Stop recording',
    states: {
      waiting: 'waiting',
      running: 'running',
      passed: 'passed',
      failed: 'failed',
      stopped: 'stopped',
    } satisfies Record<FlowPhoneState['state'], string>,
    stepStates: {
      running: 'running',
      passed: 'passed',
      failed: 'failed',
      warned: 'failed, optional',
      skipped: 'skipped',
      stopped: 'stopped',
    } satisfies Record<FlowStepState['state'], string>,
  },
} as const
