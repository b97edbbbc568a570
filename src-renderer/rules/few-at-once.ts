// As many as a task runs at once.
const mostAtOnce = 4

/** Runs something for each phone, in order, four at a time. The core keeps the rates of the service. */
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
