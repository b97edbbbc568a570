import { version } from '../base/version'

/** Our own: the network layer before the service refuses the defaults of libraries (spec 7, rule 4). */
export const userAgent = `Fleetwall/${version}`
