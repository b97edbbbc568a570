import type { Scope } from '../config'

interface Endpoint {
  method: 'GET' | 'POST' | 'PATCH'
  /** Under the base address; `:name` is a parameter. */
  path: string
  /** What the key must have; null where an upload ticket is the credential. */
  scope: Scope | null
}

/** Every endpoint of spec section 4, under the names that admin plans faults for (simulator.md, `POST /faults`). */
export const ENDPOINTS = {
  listDevices: { method: 'GET', path: '/devices', scope: 'read' },
  getDevice: { method: 'GET', path: '/devices/:public_id', scope: 'read' },
  getSnapshot: { method: 'GET', path: '/devices/:public_id/snapshot', scope: 'read' },
  updateDevice: { method: 'PATCH', path: '/devices/:public_id', scope: 'manage' },
  performAction: { method: 'POST', path: '/devices/:public_id/actions', scope: 'control' },
  createUploadTicket: { method: 'POST', path: '/devices/:public_id/media/ticket', scope: 'upload' },
  uploadFile: { method: 'POST', path: '/devices/:public_id/upload', scope: null },
  uploadFileDirect: { method: 'POST', path: '/devices/:public_id/media', scope: 'upload' },
  getUsage: { method: 'GET', path: '/usage', scope: 'read' },
  launchAutomation: { method: 'POST', path: '/devices/:public_id/automations', scope: 'automations' },
  listAutomations: { method: 'GET', path: '/devices/:public_id/automations', scope: 'read' },
  getAutomation: { method: 'GET', path: '/automations/:job_id', scope: 'read' },
} as const satisfies Record<string, Endpoint>

export type Operation = keyof typeof ENDPOINTS
export const OPERATIONS = Object.keys(ENDPOINTS) as [Operation, ...Operation[]]
