/** happy-dom draws nothing on a canvas: these stubs record the size of the canvas and the texts drawn on it. */
import { vi } from 'vitest'

export function stubCanvas({ hidesPixels = false } = {}) {
  const drawn = { size: [] as number[], texts: [] as string[] }
  const anything: unknown = new Proxy(() => anything, { get: () => anything, set: () => true })
  const recorded = {
    fillText: (text: string) => void drawn.texts.push(text),
    measureText: (text: string) => ({ width: text.length }),
    getImageData: () => ({ data: new Uint8ClampedArray([hidesPixels ? 170 : 0]) }),
  }
  const context = new Proxy(recorded, {
    get: (target, name) => Reflect.get(target, name) ?? anything,
    set: () => true,
  })
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (this: HTMLCanvasElement) {
    drawn.size = [this.width, this.height]
    return context as never
  })
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['png'])))
  vi.stubGlobal(
    'Image',
    class extends Image {
      override decode = async () => undefined
    },
  )
  Object.defineProperty(document, 'fonts', { configurable: true, value: { load: async () => [] } })
  Object.defineProperty(SVGSVGElement.prototype, 'viewBox', {
    configurable: true,
    value: { baseVal: { width: 54, height: 66 } },
  })
  return drawn
}
