export const TEXTS = {
  title: 'Image Refresh',
  line: 'Checks the pictures of the beers again and looks for missing ones.',
  idle: 'Nothing has been checked yet.',
  start: 'Update images',
  running: 'Checking…',
  failed: 'Error updating images',
} as const
