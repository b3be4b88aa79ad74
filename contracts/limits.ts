/**
 * Every number of the specification, once, with its unit in the name. Other modules import these constants and never
 * repeat the literal.
 */

// Rating and lists
export const RATING_MAX = 100
/** Ratings of people from which on a beer's rating is no longer called expected. */
export const RATINGS_MIN = 5
/** The strongest beer ever sold has 67.5 % by volume, the bitterest claim 2,500 IBU. */
export const ABV_MAX_PERCENT = 70
export const IBU_MAX = 2_500
export const CONFIDENCE_GREEN_PERCENT = 80
export const CONFIDENCE_YELLOW_PERCENT = 60
/**
 * Confidence is calibrated: of all results with a confidence of 60, about 60 % are right. Below it, where the badge turns red,
 * at least two of five would be wrong, so the app shows candidates to choose from and no single answer.
 */
export const DOUBTFUL_BELOW_PERCENT = 60
export const DOUBTFUL_CANDIDATES_SHOWN = 3
/** Longest name a user can give to a beer that is not in the catalogue. */
export const UNLISTED_NAME_MAX_LENGTH = 120
/** How fast a user may describe beers of their own. */
export const OWN_BEERS_PER_MINUTE_MAX = 30
/** Suggested corrections: longest note, how many beers a user may correct, and how fast. */
export const CORRECTION_NOTE_MAX_LENGTH = 500
export const CORRECTIONS_PER_USER_MAX = 500
export const CORRECTIONS_PER_MINUTE_MAX = 20
/** Barcodes: how many users must name the same beer before it counts for everyone, and how many are stored for a user. */
export const BARCODE_USERS_MIN = 3
export const BARCODES_PER_USER_MAX = 500
/** Labels that a user named by correcting a scan: how many are stored. */
export const NAMED_LABELS_PER_USER_MAX = 500
/** The journal: entries per page and of a user, longest note and longest name of a place. */
export const JOURNAL_PAGE_SIZE = 100
export const JOURNAL_ENTRIES_PER_USER_MAX = 50_000
export const JOURNAL_NOTE_MAX_LENGTH = 500
export const JOURNAL_PLACE_MAX_LENGTH = 120
/** Pictures that a user keeps: how large one is, and how many and how much in all. */
export const PICTURE_MAX_SIDE_PX = 640
export const PICTURE_MAX_BYTES = 60 * 1024
export const PICTURES_PER_USER_MAX = 1_000
export const PICTURES_PER_USER_MAX_BYTES = 40 * 1024 * 1024
/** The weekly digest: beers that it lists, breweries that it recommends, and the longest name of a time zone. */
export const WEEK_BEERS_MAX = 10
export const RECOMMENDED_BREWERIES_MAX = 6
export const TIME_ZONE_MAX_LENGTH = 64
/** Lengths of queries, as `searchLength` counts them. */
export const SEARCH_MIN_LENGTH = 3
export const SEARCH_HISTORY_MIN_LENGTH = 4
export const SEARCH_DISCOVERY_MIN_LENGTH = 4
/** Deadline of an external search, and the number of beers discovery may add to the catalogue per day (UTC). */
export const DISCOVERY_DEADLINE_MS = 8_000
export const DISCOVERY_BEERS_PER_DAY_MAX = 200
export const SEARCH_DEBOUNCE_MS = 300
export const SEARCH_SETTLED_MS = 1_500
export const SEARCH_QUERY_MAX_LENGTH = 200
export const SEARCH_BREWERIES_SHOWN = 3
export const SEARCH_BEERS_MAX = 50
export const SEARCH_BREWERIES_MAX = 20
export const RECENT_SCANS_SHOWN = 3
export const RECENT_SEARCHES_SHOWN = 3
export const RECENT_ACTIVITY_SHOWN = 5
export const SIMILAR_BEERS_MAX = 10
/** Scans in one answer; older ones are asked for page by page. */
export const SCANS_PER_PAGE = 500
/** Of each user: searches and sessions that are kept, favourites, passkeys, and the latest ratings, wanted and marked beers, answers on cards and imports that one answer lists. */
export const SEARCHES_PER_USER_MAX = 500
export const FAVORITES_PER_USER_MAX = 2_000
export const SESSIONS_PER_USER_MAX = 100
export const PASSKEYS_PER_ACCOUNT_MAX = 20
export const LISTED_MAX = 10_000
export const IMPORTS_LISTED_MAX = 500
/** Fewest rated beers of a style for which percentiles are shown; a rank among fewer means little. */
export const STYLE_PERCENTILE_BEERS_MIN = 10

// Camera and images
export const SCENE_INTERVAL_MS = 5_000
export const SCENE_FRAME_WIDTH_PX = 640
export const SCENE_FRAME_HEIGHT_PX = 480
export const SCENE_JPEG_QUALITY = 0.6
export const SCENE_TIMEOUT_MS = 8_000
export const SCENE_CONFIDENCE_MIN = 0.6
export const SCENE_FALLBACK_CONFIDENCE = 0.7
export const CAPTURE_JPEG_QUALITY = 0.8
export const CAMERA_JPEG_QUALITY = 0.9
export const CAMERA_IDEAL_WIDTH_PX = 1280
export const CAMERA_IDEAL_HEIGHT_PX = 720
export const CAMERA_MIN_WIDTH_PX = 640
export const CAMERA_MIN_HEIGHT_PX = 480
export const PHOTO_MAX_SIDE_PX = 2_560
export const TAKE_PHOTO_TIMEOUT_MS = 1_000
export const AUTO_FRAME_WIDTH_PX = 480
export const AUTO_FRAME_HEIGHT_PX = 360
export const AUTO_FRAME_JPEG_QUALITY = 0.3
export const AUTO_FRAME_INTERVAL_MS = 3_500
export const AUTO_SAME_BEER_MS = 60_000
export const FRIDGE_GRID_COLUMNS = 3
export const FRIDGE_GRID_ORIGIN_PERCENT = 20
export const FRIDGE_GRID_STEP_X_PERCENT = 30
export const FRIDGE_GRID_STEP_Y_PERCENT = 25

// Uploads
export const UPLOAD_MAX_BYTES = 25 * 1024 * 1024
export const UPLOAD_MAX_PIXELS = 100_000_000

/** Largest file of a user's own data: several thousand menus. */
export const IMPORT_MAX_BYTES = 50 * 1024 * 1024
/** All unresolved records are counted; up to this many are reported individually. */
export const IMPORT_PROBLEMS_MAX = 100
/** A checked file that the user neither imports nor cancels is deleted after this time. */
export const IMPORT_PREVIEW_TTL_MS = 24 * 60 * 60_000
export const IMPORT_POLL_MS = 500

// Time-outs, polling and delays
export const IDENTIFY_TIMEOUT_MS = 60_000
export const PARSE_MENU_TIMEOUT_MS = 120_000
/** Of a change that the client queues and sends again when there is no answer. */
export const CHANGE_TIMEOUT_MS = 10_000
/** Of calls that send no file: on the slowest network, no answer comes so late. */
export const ANSWER_TIMEOUT_MS = 60_000
/** The server answers 202 instead of the result this long before the client's time-out. */
export const ANSWER_MARGIN_MS = 5_000
export const MENU_MESSAGE_INTERVAL_MS = 3_000
export const MENU_MESSAGE_STEPS = 7
export const IDENTIFY_MESSAGE_INTERVAL_MS = 800
export const PROCESSING_MESSAGE_INTERVAL_MS = 1_000
export const PROCESSING_STEPS_PERCENT = [20, 40, 60, 80, 100] as const
export const HISTORY_POLL_MS = 3_000
export const SCAN_POLL_MS = 2_000
/** A user who waits for a new photo polls more often, because its first rows arrive soon. */
export const WAIT_POLL_MS = 1_000
/** In a hidden tab, for notifications about finished scans. */
export const HIDDEN_SCAN_POLL_MS = 10_000
/**
 * Shortest pause before a photo is sent again after the provider's quota was exceeded: a quota does not recover within
 * seconds, and every attempt may cost. The server may ask for a longer pause.
 */
export const QUOTA_PAUSE_MIN_MS = 15 * 60_000
export const RATING_POLL_MS = 5_000
export const RATING_ESTIMATE_SECONDS_PER_BEER = 2
export const RATING_ESTIMATE_HEAD_START_SECONDS = 3
export const OVERLAY_DISMISS_MS = 10_000
export const OVERLAY_FLAG_MS = 5_000
export const REDIRECT_DELAY_MS = 2_000
export const NAVIGATION_DELAY_MS = 100
/** A removal is carried out after this time, unless undone. Longer than TOAST_DURATION_MS, as the toast offers the undo. */
export const UNDO_MS = 8_000

// Menus: photos and beers per menu, and the bounds of the ABV filter
export const MENU_PAGES_MAX = 20
export const MENU_BEERS_MAX = 2_000
export const LIGHT_BELOW_ABV_PERCENT = 4.5
export const STRONG_ABOVE_ABV_PERCENT = 6.5

// Rounds: people at a table who mark what they want from a scanned menu
export const ROUND_GUESTS_MAX = 20
export const ROUND_HOURS = 12
export const ROUND_NAME_MAX_LENGTH = 30
export const ROUND_POLL_MS = 2_000

// Sharing
export const SHARE_CARD_WIDTH_PX = 1_080
export const SHARE_CARD_HEIGHT_PX = 1_350
export const SHARE_CARD_BEERS = 5
/**
 * A browser allows sharing only for a short time after a tap, the strictest for two seconds. The card is left out when it
 * takes longer than this.
 */
export const SHARE_CARD_WAIT_MS = 1_000

// Data fetching
export const SEARCH_STALE_MS = 30_000
export const USER_STALE_MS = 30_000
export const USER_CACHE_MS = 60_000

// Toasts and tooltips
export const TOASTS_SHOWN = 1
export const TOAST_REMOVE_DELAY_MS = 1_000_000
export const TOAST_DURATION_MS = 5_000
export const TOAST_SWIPE_THRESHOLD_PX = 50
export const TOAST_VIEWPORT_MAX_WIDTH_PX = 280
export const TOAST_HOTKEY = 'F8'
export const TOOLTIP_DELAY_MS = 700
export const TOOLTIP_SKIP_DELAY_MS = 300

// Scans on the server
export const SCAN_RUNNING_MAX_MS = 5 * 60_000
export const SCAN_ATTEMPTS_MAX = 3
export const UNLISTED_BEERS_PER_USER_MAX = 2_000
/** A menu saved without a scan id within this time of its scan updates that scan. */
export const SAVE_MENU_WINDOW_MS = 10 * 60_000

/** Estimated seconds until all pending ratings are computed: max(1, 2n - 3) for n pending beers. */
export function estimatedRatingSeconds(pendingBeers: number): number {
  return Math.max(1, pendingBeers * RATING_ESTIMATE_SECONDS_PER_BEER - RATING_ESTIMATE_HEAD_START_SECONDS)
}
