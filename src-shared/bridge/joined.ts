/** The type that has all members of each part of a union. */
export type AllOf<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

type Under<Entry, Key extends string> = Entry extends Readonly<Record<Key, infer Part>> ? Part : never

/** Joins what the entries of a list have under a key to one object. An entry may have nothing there. */
export const joined = <List extends object, Key extends string>(
  list: List,
  key: Key,
): AllOf<Under<List[keyof List], Key>> =>
  Object.assign({}, ...Object.values(list).map((entry: { [Name in Key]?: object }) => entry[key]))
