/** Returns the value of a name that comes from outside; undefined for one that every object has, such as `constructor`. */
export const ownValue = <Value>(
  values: Readonly<Partial<Record<string, Value>>>,
  name: string,
): Value | undefined => (Object.hasOwn(values, name) ? values[name] : undefined)
