"""A site's configuration to start from: this machine, and a partition of its SLURM."""

site_configuration = {
    "systems": [
        {
            "name": "site",
            "descr": "the machines that syncbench is run on",
            "hostnames": [".*"],
            "modules_system": "nomod",
            "partitions": [
                {
                    "name": "local",
                    "descr": "this machine",
                    "scheduler": "local",
                    "launcher": "local",
                    "environs": ["builtin"],
                },
                {
                    "name": "slurm",
                    "descr": "whole nodes, by sbatch",
                    "scheduler": "squeue",
                    "launcher": "srun",
                    "access": ["--partition=main", "--mem=0"],
                    "environs": ["builtin"],
                    "max_jobs": 100,
                },
            ],
        }
    ],
    "environments": [{"name": "builtin"}],
    "logging": [
        {
            "handlers": [
                {"type": "stream", "name": "stdout", "level": "info", "format": "%(message)s"},
            ],
            "handlers_perflog": [
                {
                    "type": "filelog",
                    "prefix": "%(check_system)s/%(check_partition)s",
                    "level": "info",
                    "format": "%(check_job_completion_time)s,%(version)s,%(check_display_name)s,%(check_jobid)s,%(check_perfvalues)s,%(check_result)s",
                    "format_perfvars": "%(check_perf_value)s,%(check_perf_unit)s,%(check_perf_ref)s,",
                    "append": True,
                    # Several tests may end at once.
                    "locking_enable": True,
                }
            ],
        }
    ],
}
