// What several tools take.
import { z } from 'zod'

export const phone = z
  .string()
  .trim()
  .min(1)
  .max(300)
  .describe('A phone’s id, or its name where only one phone has it.')
const pixels = z.number().min(0).max(20_000)
export const x = pixels.describe('Pixels from the left of the picture that see returned last.')
export const y = pixels.describe('Pixels from the top of the picture that see returned last.')
export const screenText = z
  .string()
  .trim()
  .min(1)
  .max(1000)
  .describe('A line or word on the screen, or a part of a line; in any case.')
export const file = z
  .string()
  .min(1)
  .max(4000)
  .describe('A path: absolute, or relative to an allowed folder.')
