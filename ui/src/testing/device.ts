import { vi } from 'vitest'

/** A device with passkeys, where jsdom has none. It says whatever *answer* does, or throws. */
export function aDevice(answer: () => object = () => ({ id: 'credential-1', type: 'public-key' })) {
  class Credential {
    static parseCreationOptionsFromJSON = (options: object) => options
    static parseRequestOptionsFromJSON = (options: object) => options
    toJSON = answer
  }
  const ask = vi.fn(async (_options: { publicKey: object }) => {
    answer()
    return new Credential()
  })
  vi.stubGlobal('PublicKeyCredential', Credential)
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: { create: ask, get: ask },
  })
  return ask
}

/** A device that refuses, by the name of the DOMException. */
export function aDeviceThatRefuses(name: string) {
  return aDevice(() => {
    throw new DOMException('told by the browser', name)
  })
}
