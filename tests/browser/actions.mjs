// Two ways to use a page. Both can do the same, so that one journey can be made with either.

/** More stops than any screen has: whoever tabs past them all will not find what they look for. */
const MOST_STOPS = 150

/** Somebody without a mouse: everything is reached by Tab and answered by keys. */
export function keyboardActions(page) {
  const reach = async (target) => {
    await target.waitFor()
    for (let stop = 0; stop < MOST_STOPS; stop += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`${target} cannot be reached by Tab`)
  }
  return {
    name: 'the keyboard',
    reach,
    async press(target) {
      await reach(target)
      await page.keyboard.press('Enter')
    },
    async check(target) {
      await reach(target)
      await page.keyboard.press('Space')
    },
    async write(target, text) {
      await reach(target)
      await page.keyboard.press('Control+a')
      await page.keyboard.type(text)
    },
    /** The line of an open list, walked to from the field that has the focus. */
    async choose(field, line) {
      for (let press = 0; press < MOST_STOPS; press += 1) {
        await page.keyboard.press('ArrowDown')
        const reached = await field.getAttribute('aria-activedescendant')
        if (reached && (await line.getAttribute('id')) === reached) break
      }
      await page.keyboard.press('Enter')
    },
  }
}

/** Somebody with a finger on a phone's glass. */
export function touchActions(page) {
  const press = (target) => target.tap()
  return {
    name: 'a finger',
    reach: press,
    press,
    check: press,
    async write(target, text) {
      await target.tap()
      await page.keyboard.press('Control+a')
      await page.keyboard.type(text)
    },
    choose: (_field, line) => line.tap(),
  }
}

/** Somebody with a mouse. */
export function mouseActions(_page) {
  const press = (target) => target.click()
  return {
    name: 'a mouse',
    reach: press,
    press,
    check: (target) => target.check(),
    write: (target, text) => target.fill(text),
    choose: (_field, line) => line.click(),
  }
}
