// As many as a run does at once.
const mostAtOnce = 4

/** Does something on each phone, in order, on a few at once. */
export async function fewAtOnce(
  publicIds: readonly string[],
  work: (publicId: string) => Promise<void>,
): Promise<void> {
  const left = [...publicIds]
  const workOn = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await work(next)
  }
  await Promise.all(Array.from({ length: mostAtOnce }, workOn))
}
