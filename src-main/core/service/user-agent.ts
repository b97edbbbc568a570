import { version } from '../../../package.json'

/** Our own, because the network layer in front of the service refuses the defaults of libraries (spec 7, rule 4). */
export const userAgent = `Fleetwall/${version}`
export { version }
