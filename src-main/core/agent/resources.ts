import { listed } from './tools/list-phones'
import { ToolRefused } from './refusal'
import { pictureOf, takeShot } from './tools/see'
import type { ToolCall } from './tool'

const phonesUri = 'fleetwall://phones'
const screenUri = (publicId: string) => `fleetwall://phone/${encodeURIComponent(publicId)}/screen`
const screen = /^fleetwall:\/\/phone\/([^/]+)\/screen$/

/** What can be read, as the Model Context Protocol lists it. */
export interface Resource {
  uri: string
  name: string
  description: string
  mimeType: string
}

/** A resource that was read; `blob` is in base64. */
export type ResourceContents = { uri: string; mimeType: string } & ({ text: string } | { blob: string })

export const resourceTemplates = [
  {
    uriTemplate: 'fleetwall://phone/{id}/screen',
    name: 'screen',
    description: 'A picture of a phone’s screen.',
    mimeType: 'image/jpeg',
  },
]

/** Lists what a call of `see` and `list_phones` may read. */
export const resourcesOf = (call: Pick<ToolCall, 'fleet' | 'publicIds' | 'views'>): Resource[] => [
  { uri: phonesUri, name: 'phones', description: 'The list of phones.', mimeType: 'application/json' },
  ...listed(call).map(({ id, name }) => ({
    uri: screenUri(id),
    name,
    description: `A picture of the screen of ${name}.`,
    mimeType: 'image/jpeg',
  })),
]

/** Whether a resource is a phone's screen. */
export const isScreen = (uri: string): boolean => screen.test(uri)

const noResource = () => new ToolRefused('no-resource', 'There is no such resource.')

function decoded(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    throw noResource()
  }
}

/** Reads a resource. @throws ToolRefused for one that does not exist, and what `see` throws */
export async function readResource(uri: string, call: ToolCall): Promise<ResourceContents> {
  if (uri === phonesUri)
    return { uri, mimeType: 'application/json', text: JSON.stringify({ phones: listed(call) }) }
  const [, id] = screen.exec(uri) ?? []
  if (id === undefined) throw noResource()
  const phone = call.phone(decoded(id))
  const shot = await takeShot(call, phone)
  call.views.saw(phone.publicId, shot)
  const jpeg = await pictureOf(call, phone.publicId, shot)
  return { uri, mimeType: 'image/jpeg', blob: jpeg.toString('base64') }
}
