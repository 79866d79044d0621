/** How the browser leaves for another site; replaced in tests, which stay where they are. */
export const departure = {
  leaveFor: (address: string) => globalThis.location.assign(address),
  /** A new tab, to be opened by the press itself: one that comes later is taken for an advertisement. */
  openTab: () => {
    const tab = globalThis.open('about:blank', '_blank')
    if (tab) tab.opener = null
    return tab
  },
}
