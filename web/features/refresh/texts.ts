export const TEXTS = {
  title: 'Image Refresh',
  line: 'Checks the beer pictures again and looks for missing ones.',
  idle: 'Nothing checked yet.',
  start: 'Update images',
  running: 'Checking…',
  failed: 'Error updating images',
} as const
