import type { Action } from './action'

/** Whether an action asks the phone for something, and does nothing on it (spec 4.5). */
export const reachesPhone = ({ type }: Action) => type === 'clipboard_get' || type === 'device_ip'
