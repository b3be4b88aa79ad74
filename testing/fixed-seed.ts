/** Setup of the unit tests: property tests try the same values in every run. */
import fc from 'fast-check'

fc.configureGlobal({ seed: 20_260_101 })
