import { AV_LOG_ERROR, AV_LOG_FATAL, Log } from 'node-av';

// Programs that read media of strangers import this file: FFmpeg says much about every damaged packet.
Log.setLevel(process.env.LECTERN_MEDIA_LOG ? AV_LOG_ERROR : AV_LOG_FATAL);
