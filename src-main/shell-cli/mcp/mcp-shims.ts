// What the package of the protocol's server takes from its surroundings, in a build: electron.vite.config.ts puts this file in
// place of the package's own, which brings a validator of JSON Schema along that nothing here uses.
import process from 'node:process'

/** Checks answers of a person, whom Fleetwall's server never asks. */
export class DefaultJsonSchemaValidator {
  getValidator = () => () => ({ valid: false as const, data: undefined, errorMessage: 'Nothing was asked.' })
}

export { process }
