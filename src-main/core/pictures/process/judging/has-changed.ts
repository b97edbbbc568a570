import { decodePicture } from '../picture'

// So small that a comparison takes about a millisecond.
const small = { width: 96, height: 171 }
// A phone's status bar.
const barRows = 15
const leastDifference = 24
const leastShare = 0.005

/** Returns whether two frames of a phone differ to the eye, beside their status bars. @throws Error for what is no picture */
export async function hasChanged(one: Uint8Array, other: Uint8Array): Promise<boolean> {
  const [before, now] = await Promise.all([
    decodePicture(one, { wanted: small }),
    decodePicture(other, { wanted: small }),
  ])
  const first = barRows * small.width
  let different = 0
  for (let pixel = first; pixel < small.width * small.height; pixel += 1) {
    const at = pixel * 4
    const isFar = [0, 1, 2].some(
      (channel) =>
        Math.abs((before.rgba[at + channel] ?? 0) - (now.rgba[at + channel] ?? 0)) >= leastDifference,
    )
    if (isFar) different += 1
  }
  return different >= leastShare * (small.width * small.height - first)
}
