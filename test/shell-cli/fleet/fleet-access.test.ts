import { startPicturesHere } from '../../core/pictures/pictures-here'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRoute } from '../../../src-main/core/service/route'
import { tellSilence } from '../../../src-main/shell-cli/fleet/fleet-access'

const route = createRoute({
  byHand: () => null,
  byPolicy: null,
  ofSystem: null,
  ownAuthorities: '',
  givenAuthorities: '',
  onUnusable: () => {},
})
const access = { baseUrl: 'https://api.example/v1', wsBaseUrl: 'wss://api.example', apiKey: 'k', route }
let said: string[]
const terminal = {
  environment: {},
  folder: '/',
  isColourful: false,
  print: () => {},
  complain: (line: string) => said.push(line),
  spawnSimulator: () => {
    throw new Error('not needed')
  },
  startPictures: startPicturesHere,
  onStop: () => () => {},
}

beforeEach(() => {
  said = []
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

it('says once that the service is silent, and takes its answer', async () => {
  const answer = new Promise<string>((resolve) => setTimeout(() => resolve('here'), 70_000))
  const asked = tellSilence(access, terminal, answer)
  await vi.advanceTimersByTimeAsync(7000)
  expect(said).toEqual([])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(said).toEqual(['api.example has not answered yet'])
  await vi.advanceTimersByTimeAsync(3000)
  expect(await asked).toBe('here')
})

it('says nothing after an answer', async () => {
  await expect(tellSilence(access, terminal, Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(said).toEqual([])
})
