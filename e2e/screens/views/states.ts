/** The states in which a screen has nothing to show: empty, loading, failed. */
import { expect } from '@playwright/test'
import type { AnyRoute } from '#contracts'
import { hangs, refuses } from '../answers.ts'
import type { Cast } from '../cast.ts'
import type { View } from '../stage.ts'
import { open } from './acts.ts'

interface Source {
  screen: string
  path: string | ((cast: Cast) => string)
  /** The route that the screen waits for. */
  route: AnyRoute
}

/** Makes these views of a screen, each recognised by what it says. */
export function statesOf({ screen, path, route }: Source) {
  const pathFor = (cast: Cast) => (typeof path === 'string' ? path : path(cast))
  return {
    /** What a newcomer sees. */
    empty: (heading: string): View => ({
      screen,
      state: 'empty',
      as: 'newcomer',
      draw: (page, cast) => open(page, pathFor(cast), heading),
    }),
    loading: (words: string): View => ({
      screen,
      state: 'loading',
      as: 'regular',
      async draw(page, cast) {
        await hangs(page, route)
        await page.goto(pathFor(cast))
        await expect(page.getByText(words).first()).toBeAttached()
      },
    }),
    failed: (heading: string): View => ({
      screen,
      state: 'failed',
      as: 'regular',
      async draw(page, cast) {
        await refuses(page, route, 'unavailable', 'The database is starting.')
        await open(page, pathFor(cast), heading)
      },
    }),
  }
}
