const directions = /[\u202A-\u202E\u2066-\u2069]/g

/** Removes the characters that turn a text around, and what stands after it (Unicode’s UAX 9): `exe.png` may be `gnp.exe`. */
export const withoutDirections = (text: string) => text.replaceAll(directions, '')
