/** The status of a scan, with the list of the menu screens for several beers. */
import { StoredBeers } from '#web/features/menu/stored-menu-screen.tsx'
import { ScanStatusScreen } from '#web/features/scan-status/scan-status-screen.tsx'

export const ScanStatus = () => <ScanStatusScreen Beers={StoredBeers} />
