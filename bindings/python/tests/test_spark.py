"""PySpark in local mode on a Parquet file of pages; needs a Java."""

from __future__ import annotations

import importlib.util
import shutil
import sys
from pathlib import Path
from typing import Any, Dict

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import d2snap

EXAMPLES = Path(__file__).parents[1] / "examples"


def example(name: str) -> Any:
    """An example as a module, importable by name in the workers too."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture()
def parquet(pages: Dict[str, str], tmp_path: Path) -> Path:
    """Each page twice, once with a limit error's worth of nothing, one row null."""
    names, htmls = [*pages, "none"], [*pages.values(), None]
    path = tmp_path / "pages.parquet"
    pq.write_table(pa.table({"name": names, "html": htmls}), path, row_group_size=4)
    return path


@pytest.mark.filterwarnings("ignore")
def test_spark_gives_what_a_batch_gives(pages: Dict[str, str], parquet: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert shutil.which("java"), "PySpark needs a Java 17 or later: install one (Debian: default-jre-headless)"
    from pyspark.sql import SparkSession

    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    monkeypatch.setenv("PYTHONPATH", str(EXAMPLES))
    monkeypatch.setenv("SPARK_LOCAL_IP", "127.0.0.1")
    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").config("spark.driver.host", "127.0.0.1")
    spark = builder.config("spark.sql.execution.arrow.maxRecordsPerBatch", "3").getOrCreate()
    try:
        frame = spark.read.parquet(str(parquet)).repartition(3)
        rows = {row.name: row for row in example("spark").adaptive(frame).collect()}
    finally:
        spark.stop()
    wanted = dict(zip(pages, d2snap.adaptive_many(pages.values(), 4096)))
    assert rows.keys() == {*pages, "none"}
    for name, snapshot in wanted.items():
        row = rows[name]
        assert (row.snapshot, row.tokens, row.targets, row.error) == (snapshot.html, snapshot.tokens, len(snapshot.uids), None)
    assert rows["none"].snapshot is None


def test_the_function_for_ray_gives_what_a_batch_gives(pages: Dict[str, str], parquet: Path) -> None:
    # Ray hands `map_batches` a pyarrow table, as read here.
    table = example("ray_data").snapshots(pq.read_table(parquet))
    assert table.column_names == ["name", "snapshot", "tokens", "targets", "error"]
    wanted = [snapshot.html for snapshot in d2snap.adaptive_many(pages.values(), 4096)]
    assert table.column("snapshot").to_pylist() == [*wanted, None]
