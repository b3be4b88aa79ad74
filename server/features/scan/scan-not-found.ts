import { ProductError } from '../../adapters/http/errors.ts'

/** The same for a scan of another user, so that ids cannot be probed. */
export const scanNotFound = () => new ProductError('not_found', "We couldn't find that scan.")
