/** Puts a text on the computer's clipboard. @returns whether it is there; it is not while another program is at hand */
export const copyText = (text: string): Promise<boolean> =>
  navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
