import type { z } from 'zod'
import { actionBody } from '../actions/action-schema'
import type { ProblemCode } from '../http/problem'
import { launchBody } from '../rest/automations'
import { patchBody } from '../rest/device-patch'
import * as answers from '../api/answers'
import type { Operation } from '../api/endpoints'

type Content = { json: z.ZodType } | { binary: 'image/jpeg' | 'application/octet-stream' }

/** What the OpenAPI document says about an endpoint beyond its method, path and scope. */
export interface OperationPage {
  summary: string
  section: string
  body?: Content
  /** Query parameters, all of them required: name and meaning. */
  query?: Record<string, string>
  status: 200 | 202
  answer: Content
  /** The problems of this endpoint beside those of every call with a key. */
  problems: ProblemCode[]
  deprecated?: true
}

const PHONE: ProblemCode[] = ['device_not_found', 'device_offline', 'kernel_timeout']
const COMMAND: ProblemCode[] = [...PHONE, 'device_blocked', 'quota_exceeded']
const UPLOAD: ProblemCode[] = [
  'device_not_found',
  'device_blocked',
  'quota_exceeded',
  'invalid_action',
  'payload_too_large',
  'upload_failed',
]

/** A page for every endpoint of spec section 4. */
export const OPERATION_PAGES: Record<Operation, OperationPage> = {
  listDevices: {
    summary: 'List the devices of the account',
    section: '4.1',
    status: 200,
    answer: { json: answers.deviceItem.array() },
    problems: [],
  },
  getDevice: {
    summary: 'Read one device',
    section: '4.2',
    status: 200,
    answer: { json: answers.deviceDetail },
    problems: PHONE,
  },
  getSnapshot: {
    summary: 'Take a screenshot',
    section: '4.3',
    status: 200,
    answer: { binary: 'image/jpeg' },
    problems: COMMAND,
  },
  updateDevice: {
    summary: 'Edit custom_name, notes and labels of a device',
    section: '4.4',
    body: { json: patchBody },
    status: 200,
    answer: { json: answers.deviceItem },
    problems: [
      'device_not_found',
      'invalid_action',
      'label_limit_reached',
      'rename_unavailable',
      'upstream_unavailable',
    ],
  },
  performAction: {
    summary: 'Have a device carry out one action',
    section: '4.5',
    body: { json: actionBody },
    status: 200,
    answer: { json: answers.actionResult },
    problems: [...COMMAND, 'invalid_action', 'command_rejected', 'max_active_devices_reached'],
  },
  createUploadTicket: {
    summary: 'Mint an upload ticket',
    section: '4.6',
    status: 200,
    answer: { json: answers.uploadTicket },
    problems: ['device_not_found', 'device_blocked'],
  },
  uploadFile: {
    summary: 'Upload a file with a ticket; the address is the upload_url of the ticket',
    section: '4.7',
    body: { binary: 'application/octet-stream' },
    query: { filename: 'The name of the file' },
    status: 200,
    answer: { json: answers.uploadReceipt },
    problems: [...UPLOAD, 'ticket_already_used'],
  },
  uploadFileDirect: {
    summary: 'Upload a file of at most 100 MB with the API key',
    section: '4.8',
    body: { binary: 'application/octet-stream' },
    query: { filename: 'The name of the file' },
    status: 200,
    answer: { json: answers.uploadReceipt },
    problems: UPLOAD,
    deprecated: true,
  },
  getUsage: {
    summary: 'Read what the account has used today, and its budgets',
    section: '4.9',
    status: 200,
    answer: { json: answers.usage },
    problems: [],
  },
  launchAutomation: {
    summary: 'Launch an automation on a device',
    section: '4.12',
    body: { json: launchBody },
    status: 202,
    answer: { json: answers.job },
    problems: [
      'device_not_found',
      'account_not_found',
      'invalid_action',
      'insufficient_tokens',
      'automation_pending',
      'quota_exceeded',
      'upstream_unavailable',
    ],
  },
  listAutomations: {
    summary: 'Read the jobs of a device, newest first',
    section: '4.12',
    status: 200,
    answer: { json: answers.job.array() },
    problems: ['device_not_found', 'upstream_unavailable'],
  },
  getAutomation: {
    summary: 'Read one job and its result',
    section: '4.12',
    status: 200,
    answer: { json: answers.job },
    problems: ['job_not_found', 'upstream_unavailable'],
  },
}
