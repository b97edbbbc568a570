/** Whether something outside menus has the focus: a menu that closes leaves it there. */
export const focusIsElsewhere = (): boolean => {
  const now = document.activeElement
  return now !== null && now !== document.body && now.closest('[role=menu]') === null
}
