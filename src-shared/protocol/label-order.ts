/** Puts labels in display order: those that an edit names first, in its order, then the others (spec 4.4). */
export function inLabelOrder<Named extends { name: string }>(
  labels: readonly Named[],
  order: readonly string[] = [],
): Named[] {
  const places = new Map(order.map((name, place) => [name, place]))
  const placeOf = ({ name }: Named) => places.get(name) ?? places.size
  return labels.toSorted((one, other) => placeOf(one) - placeOf(other))
}
