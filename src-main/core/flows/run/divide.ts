/**
 * Gives each phone its flows: all of them, or its share, so that each flow runs on one phone. Phones without a flow are left
 * out.
 */
export function divide<Phone, Flow>(
  flows: readonly Flow[],
  phones: readonly Phone[],
  isDivided: boolean,
): { phone: Phone; flows: readonly Flow[] }[] {
  return phones
    .map((phone, at) => ({
      phone,
      flows: isDivided ? flows.filter((_, number) => number % phones.length === at) : flows,
    }))
    .filter((part) => part.flows.length > 0)
}
