import { ProductError } from '../../adapters/http/errors.ts'

/** The same for an unlisted beer of another user, so that ids cannot be probed. */
export const beerNotFound = () => new ProductError('not_found', "We couldn't find that beer.")

export const tooManyOwnBeers = () =>
  new ProductError('unlisted_full', "You've reached the maximum number of beers you can add.")
